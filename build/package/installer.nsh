; Offers Vouch under "Open with" for the files that it reads. It never changes the default program of a file type,
; and the uninstaller removes all of its entries.

!macro vouchKinds WHAT
  !insertmacro ${WHAT} "pdf"
  !insertmacro ${WHAT} "ofd"
  !insertmacro ${WHAT} "xml"
  !insertmacro ${WHAT} "png"
  !insertmacro ${WHAT} "jpg"
  !insertmacro ${WHAT} "jpeg"
  !insertmacro ${WHAT} "bmp"
  !insertmacro ${WHAT} "tif"
  !insertmacro ${WHAT} "tiff"
  !insertmacro ${WHAT} "gif"
  !insertmacro ${WHAT} "webp"
  !insertmacro ${WHAT} "avif"
  !insertmacro ${WHAT} "heic"
  !insertmacro ${WHAT} "heif"
!macroend

!macro vouchOffer EXT
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Vouch.Document"
!macroend

!macro vouchWithdraw EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Vouch.Document"
!macroend

; SHCNE_ASSOCCHANGED, SHCNF_FLUSH: the shell reads the entries again.
!macro vouchTellShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, i 0, i 0)'
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Vouch.Document\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Vouch.Document\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro vouchKinds vouchOffer
  !insertmacro vouchTellShell
!macroend

!macro customUnInstall
  !insertmacro vouchKinds vouchWithdraw
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Vouch.Document"
  !insertmacro vouchTellShell
!macroend
