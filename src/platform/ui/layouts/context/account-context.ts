import { createContext } from 'react'
import type { Locale } from '#platform/text/locales.ts'
import type { Account } from '../nav-items.ts'

/** The current user, and what the layouts do for them. */
export interface ShownAccount {
  account: Account
  /** Resolves when nobody is signed in on this device any more. */
  signOut(): Promise<void>
  /** Stores the language for e-mails and notifications, if somebody is signed in; resolves without error when that cannot be done now. */
  saveLocale(locale: Locale): Promise<void>
}

/** What the layouts show of the current user. The app provides it, because the layouts do not know how users sign in. */
export const AccountContext = createContext<ShownAccount>({
  account: { state: 'unknown' },
  signOut: async () => {},
  saveLocale: async () => {},
})
