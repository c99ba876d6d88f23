import { createContext } from 'react'

/** True on the page of a kiosk: links lead nowhere, since the device shows this page alone. */
export const KioskContext = createContext(false)
