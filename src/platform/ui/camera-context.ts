import { createContext } from 'react'

/** Takes a photo with the device's own camera; null: it was called off. The context is null where the browser asks for files itself. */
export const CameraContext = createContext<(() => Promise<File | null>) | null>(null)
