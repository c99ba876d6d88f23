import type { Page } from 'playwright-core'
import type { PictureSite, Role, SiteName, Subjects } from './sites.ts'

export const LANGUAGES = ['en', 'de', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** A page, and what has to be done on it until it shows the state of a screen. Buttons are found by their messages, in the page's language. */
export interface Hand {
  page: Page
  language: Language
  /** Presses the first button with this name. */
  press(name: Named): Promise<void>
  /** Cuts the connection to the server. Needs a screen that is `cuttable`. */
  cut(): Promise<void>
  /** Chooses the first radio button or checkbox with this name. */
  choose(name: Named): Promise<void>
}

/** A message without parameters, or one with them, whose parameters are given as they stand in the page or as `ANY`. */
export type Named = () => string

/** Stands for any text in a message with parameters. */
export const ANY = '\u{f8ff}'

export interface Screen {
  /** name of its contact sheet */
  name: string
  /** the path of its route in the route table; null: a state that no route has */
  route: string | null
  as: Role
  /** the address of the screen on this site */
  path: (subjects: Subjects, site: PictureSite) => string | Promise<string>
  /** `things`: shows something that an empty site does not have until `addEmptyThings` */
  needs?: 'things'
  /** the sites on which it exists; all, if left out */
  sites?: readonly SiteName[]
  /** What to do on the page until it shows the state. */
  act?: (hand: Hand) => Promise<void>
  /** `page`: the whole page up to a limit. `window`: what the window shows; for dialogs and what covers the page. */
  shows?: 'page' | 'window'
  /** The connection to the server can be cut on this screen. */
  cuttable?: true
  /** The site's database does not answer meanwhile. */
  away?: true
}

const FILLED: readonly SiteName[] = ['usual', 'crowded']

/** Returns a screen whose parts are those of another one. */
export const screen = (name: string, route: string | null, as: Role, path: Screen['path'], more: Partial<Screen> = {}): Screen => ({
  name,
  route,
  as,
  path,
  ...more,
})

/** Returns a screen that is a dialog on a page of a site with data. */
export const dialog = (
  name: string,
  route: string,
  as: Role,
  path: Screen['path'],
  act: Screen['act'],
  more: Partial<Screen> = {},
): Screen => ({
  ...{ name, route, as, path, sites: FILLED, needs: 'things', shows: 'window', ...more },
  act: async hand => {
    await act!(hand)
    await hand.page.locator('dialog[open]').first().waitFor()
  },
})
