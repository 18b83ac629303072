"""`neuberg fit`: coefficients of the user's own archive, written only where they are better."""

from pathlib import Path

from neuberg.cli import printing
from neuberg.cli.detecting import write
from neuberg.detect import load_coefficients
from neuberg.detect.coefficients import as_toml
from neuberg.detect.fields import fields
from neuberg.detect.fitting import Fitted, fit
from neuberg.ingest import archive

FILE_NAME = "coefficients.toml"


def run(directory: Path, coefficients: Path | None, as_json: bool) -> None:
    """Fit, write the coefficients into the directory, and say how much better they are.

    Raises:
        FitError: the archive is too small, or the fit is no better on the deals kept back.
    """
    numbers = load_coefficients(coefficients)
    results, boards, events = (archive.scan(directory, name) for name in ("results", "boards", "events"))
    fitted = fit(fields(results, boards, events, numbers, fewest=1))
    file = directory / FILE_NAME
    write(file, as_toml(fitted.numbers, _heading(fitted)))
    if as_json:
        told = {name: value for name, value in fitted._asdict().items() if name != "numbers"}
        print(printing.as_json_text({"file": str(file)} | told))
    else:
        print(_heading(fitted) + f"Use it: neuberg detect {directory} --coefficients {file}")


def _heading(fitted: Fitted) -> str:
    return (
        f"Fitted by `neuberg fit` on four fifths of {fitted.deals:,} deals with {fitted.results:,} results.\n"
        f"Mean natural log of the probability of a result on the deals kept back: {fitted.fitted:.4f}; "
        f"with the coefficients before: {fitted.shipped:.4f}.\n"
    )
