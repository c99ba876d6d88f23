import { createContext } from 'react'

/** A site that sends no e-mail. @property contact how the people who run it are reached: an e-mail address or an https address; null: unknown */
export interface NoMail {
  contact: string | null
}

/** null: the site sends e-mail */
export const NoMailContext = createContext<NoMail | null>(null)
