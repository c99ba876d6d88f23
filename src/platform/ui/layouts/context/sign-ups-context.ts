import { createContext } from 'react'

/** True if anyone may create an account here; otherwise sign-ups need an invitation, or are closed. */
export const OpenSignUpsContext = createContext(true)
