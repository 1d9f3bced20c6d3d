@echo off
rem The command line of Vouch, in the console that asked.
"%~dp0..\Vouch.exe" %*
