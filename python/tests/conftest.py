"""Where all libraries must be there (``QUANDARY_ADAPTERS_REQUIRED``), a skipped test is a failure."""

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter is not None else []
    if skipped and os.environ.get("QUANDARY_ADAPTERS_REQUIRED"):
        reporter.write_line(f"{len(skipped)} skipped where nothing may be: {skipped[0].longrepr}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
