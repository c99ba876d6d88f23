import { createContext } from 'react'

/** Where else the people of a site are: a name and an https address, as the operator configured them. */
export type SocialLink = { text: string; href: string }

/** The links that stand in every footer; none unless the operator gave some. */
export const SocialContext = createContext<readonly SocialLink[]>([])
