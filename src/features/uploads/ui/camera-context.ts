import { createContext } from 'react'

/**
 * Takes a photo with the device's camera; resolves with null if the user cancels. The context is null in browsers, which use a
 * file input.
 */
export const CameraContext = createContext<(() => Promise<File | null>) | null>(null)
