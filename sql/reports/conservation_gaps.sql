-- Files and kinds of record whose account does not close; there should be none
SELECT
    files.path,
    unbalanced_accounts.kind,
    unbalanced_accounts.found,
    unbalanced_accounts.loaded,
    unbalanced_accounts.rejected,
    unbalanced_accounts.superseded,
    unbalanced_accounts.ignored,
    unbalanced_accounts.not_accounted_for
FROM unbalanced_accounts
LEFT JOIN files USING (file_id)
ORDER BY files.path, unbalanced_accounts.file_id, unbalanced_accounts.kind
