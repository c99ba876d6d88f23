import * as m from '#messages'
import type { IconName } from './Icon.tsx'
import type { ShownSize } from './pictures.ts'

export type NavPlacement = 'home' | 'machines' | 'submit' | 'events' | 'groups' | 'me'

/** Who looks. `unknown` is the first render, everybody's page; `busy` while the login resumes. */
export type Account = {
  state: 'unknown' | 'out' | 'busy' | 'in'
  username?: string | undefined
  displayName?: string | undefined
  picture?: ShownSize | undefined
}

/** `wide`: only in the rail, where there is room */
export type NavItem = { place: NavPlacement; text: () => string; icon: IconName; href: (account: Account) => string; wide?: true }

const myPage = ({ state, username }: Account): string =>
  state === 'in' && username ? `/players/${encodeURIComponent(username)}` : '/sign-in'

/** In the order of the bar, which has room for five. */
export const navItems: readonly NavItem[] = [
  { place: 'home', text: m.nav_home, icon: 'home', href: () => '/' },
  { place: 'machines', text: m.nav_machines, icon: 'machine', href: () => '/machines' },
  { place: 'submit', text: m.nav_submit, icon: 'plus', href: () => '/submit' },
  { place: 'events', text: m.nav_events, icon: 'event', href: () => '/events' },
  { place: 'groups', text: m.nav_groups, icon: 'group', href: () => '/groups', wide: true },
  { place: 'me', text: m.nav_me, icon: 'me', href: myPage },
]
