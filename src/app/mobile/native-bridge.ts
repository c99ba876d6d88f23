import { App } from '@capacitor/app'
import { Camera, CameraResultType, CameraSource } from '@capacitor/camera'
import { Capacitor } from '@capacitor/core'
import { Share } from '@capacitor/share'
import { SplashScreen } from '@capacitor/splash-screen'
import { StatusBar, Style } from '@capacitor/status-bar'

export const native = Capacitor.isNativePlatform()

/** Adds to the web view what pages expect of a browser, and handles the device's back button and status bar. */
export function startDevice(): void {
  if (!native) return
  if (typeof navigator.share !== 'function')
    navigator.share = async ({ title, text, url } = {}) => {
      await Share.share({ ...(title && { title }), ...(text && { text }), ...(url && { url }) })
    }
  void StatusBar.setStyle({ style: Style.Default })
  void App.addListener('backButton', ({ canGoBack }) => {
    const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    if (dialog !== undefined) dialog.close()
    else if (canGoBack) window.history.back()
    else void App.minimizeApp()
  })
}

/** Hides the splash screen. Called when the page is rendered. */
export const hideSplash = (): void => void (native && SplashScreen.hide())

/** Takes a photo with the device's camera. @returns null if the user cancels or does not allow it */
export async function takePhoto(): Promise<File | null> {
  try {
    const { webPath, format } = await Camera.getPhoto({ source: CameraSource.Camera, resultType: CameraResultType.Uri, quality: 90 })
    const blob = await (await fetch(webPath!)).blob()
    return new File([blob], `photo.${format}`, { type: blob.type || `image/${format}` })
  } catch {
    return null
  }
}
