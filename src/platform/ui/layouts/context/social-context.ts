import { createContext } from 'react'

/** A link to the site's community elsewhere: a name and an https URL, configured by the operator. */
export type SocialLink = { text: string; href: string }

/** The social links in every footer; empty unless the operator configured some. */
export const SocialContext = createContext<readonly SocialLink[]>([])
