import { createContext } from 'react'
import type { Account } from './nav-items.ts'

/** The current user, and the action that signs them out. */
export interface ShownAccount {
  account: Account
  signOut(): void
}

/** What the layouts show of the current user. The app provides it, because the layouts do not know how users sign in. */
export const AccountContext = createContext<ShownAccount>({ account: { state: 'unknown' }, signOut: () => {} })
