import type { IconName } from './Icon.tsx'
import type { PictureSize } from './pictures.ts'

export type Place = 'home' | 'machines' | 'submit' | 'events' | 'groups' | 'me'

/** Who looks. `unknown` is the first render, everybody's page; `busy` while the login resumes. */
export type Account = {
  state: 'unknown' | 'out' | 'busy' | 'in'
  username?: string | undefined
  displayName?: string | undefined
  picture?: PictureSize | undefined
}

/** `wide`: only in the rail, where there is room */
export type NavItem = { place: Place; text: string; icon: IconName; href: (account: Account) => string; wide?: true }

const myPage = ({ state, username }: Account): string =>
  state === 'in' && username ? `/players/${encodeURIComponent(username)}` : '/sign-in'

/** In the order of the bar, which has room for five. */
export const navItems: readonly NavItem[] = [
  { place: 'home', text: 'Home', icon: 'home', href: () => '/' },
  { place: 'machines', text: 'Machines', icon: 'machine', href: () => '/machines' },
  { place: 'submit', text: 'Add score', icon: 'plus', href: () => '/submit' },
  { place: 'events', text: 'Events', icon: 'event', href: () => '/events' },
  { place: 'groups', text: 'Groups', icon: 'group', href: () => '/groups', wide: true },
  { place: 'me', text: 'Me', icon: 'me', href: myPage },
]
