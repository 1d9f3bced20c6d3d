@echo off
rem The command line of Vouch, in the current console.
"%~dp0..\Vouch.exe" %*
