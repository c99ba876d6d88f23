import { createContext } from 'react'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'

/** The name of the site. */
export const SiteNameContext = createContext(DEFAULT_SITE_NAME)
