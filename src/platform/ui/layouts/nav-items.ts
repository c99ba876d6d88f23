import * as m from '#messages'
import type { IconName } from '../controls/Icon.tsx'
import type { ShownSize } from '../pictures/pictures.ts'

export type NavPlacement = 'home' | 'machines' | 'submit' | 'events' | 'groups' | 'me'

/** The current user. `unknown` in the first render, which is the same for all users; `busy` while a stored login is resumed. */
export type Account = {
  state: 'unknown' | 'out' | 'busy' | 'in'
  username?: string | undefined
  displayName?: string | undefined
  picture?: ShownSize | undefined
}

/** If `wide`, the item is not shown on phones. */
export type NavItem = { place: NavPlacement; text: () => string; icon: IconName; href: (account: Account) => string; wide?: true }

const myPage = ({ state, username }: Account): string =>
  state === 'in' && username ? `/players/${encodeURIComponent(username)}` : '/sign-in'

/** In the order of the bar, which has space for five items. */
export const navItems: readonly NavItem[] = [
  { place: 'home', text: m.nav_home, icon: 'home', href: () => '/' },
  { place: 'machines', text: m.ui_machines, icon: 'machine', href: () => '/machines' },
  { place: 'submit', text: m.nav_submit, icon: 'plus', href: () => '/submit' },
  { place: 'events', text: m.ui_events, icon: 'event', href: () => '/events' },
  { place: 'groups', text: m.ui_groups, icon: 'group', href: () => '/groups', wide: true },
  { place: 'me', text: m.nav_me, icon: 'me', href: myPage },
]
