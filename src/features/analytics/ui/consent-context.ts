import { createContext } from 'react'
import type { Consent } from './consent.ts'

/** null: analytics are disabled, or the page is rendered on the server */
export const ConsentContext = createContext<Consent | null>(null)
