"""`python -m studio.demo.mockdesk`: show the referral desk until its window is closed."""

import sys

from studio.demo.mockdesk.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
