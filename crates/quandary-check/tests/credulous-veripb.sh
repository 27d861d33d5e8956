#!/bin/sh
# In the place of VeriPB for a test: accepts everything.
echo "s VERIFIED BOUNDS 4 <= obj <= 4"
