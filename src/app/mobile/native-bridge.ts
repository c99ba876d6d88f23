import { App } from '@capacitor/app'
import { Camera, CameraResultType, CameraSource } from '@capacitor/camera'
import { Capacitor } from '@capacitor/core'
import { Share } from '@capacitor/share'
import { SplashScreen } from '@capacitor/splash-screen'
import { StatusBar, Style } from '@capacitor/status-bar'

export const native = Capacitor.isNativePlatform()

/** What pages expect of a browser and a web view lacks, and the device's own keys and bars. */
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

/** The page is there. */
export const hideSplash = (): void => void (native && SplashScreen.hide())

/** A photo of the device's camera; null: called off, or not allowed. */
export async function takePhoto(): Promise<File | null> {
  try {
    const { webPath, format } = await Camera.getPhoto({ source: CameraSource.Camera, resultType: CameraResultType.Uri, quality: 90 })
    const blob = await (await fetch(webPath!)).blob()
    return new File([blob], `photo.${format}`, { type: blob.type || `image/${format}` })
  } catch {
    return null
  }
}
