import type { ReactNode } from 'react'
import * as m from '#messages'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { List } from '../controls/List.tsx'
import { cx } from '../cx.ts'
import { Link } from '../navigation/Link.tsx'
import { Avatar } from '../pictures/Avatar.tsx'
import styles from './AppLayout.module.css'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { type Account, type NavItem, type NavPlacement, navItems } from './nav-items.ts'
import { SkipLink } from './SkipLink.tsx'

export type AppLayoutProps = {
  current: NavPlacement | null
  account: Account
  onSignOut?: (() => void) | undefined
  /** The global search box. */
  search?: ReactNode
  /** Floats over the page, such as `OfflineBanner`. */
  banner?: ReactNode
  items?: readonly NavItem[]
  /** where "Add score" leads from a page that is about something scores count in; left out: to the form for any score */
  submitHref?: string | undefined
  /**
   * `board` for tables and plots, `columns` for a page with a second column on wide screens, `full` for a page that fills the screen,
   * `column` (the default) for text.
   */
  width?: 'column' | 'board' | 'columns' | 'full'
  children: ReactNode
}

/** The layout of every app page. The navigation is a bar at the bottom on phones and a rail on the left on wide screens. */
export function AppLayout({
  current,
  account,
  onSignOut,
  search,
  banner,
  items = navItems,
  submitHref,
  width = 'column',
  children,
}: AppLayoutProps) {
  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={cx(layout.line3, styles.rail)}>
        <Brand />
        {search && <div className={styles.search}>{search}</div>}
        <nav className={styles.nav} aria-label={m.nav_main()}>
          <List className={cx(layout.line, styles.items)}>
            {items.map(({ place, text, icon, href, wide }) => (
              <li key={place} className={cx(place === 'submit' && styles.widest, wide && styles.wide)}>
                <Link
                  className={cx(layout.muted, styles.item, place === 'submit' && styles.add)}
                  href={(place === 'submit' ? submitHref : undefined) ?? href(account)}
                  current={current === place}
                >
                  <Icon name={icon} />
                  <span>{text()}</span>
                </Link>
              </li>
            ))}
          </List>
        </nav>
        <div className={cx(layout.line, styles.account)}>
          <AccountCorner account={account} onSignOut={onSignOut} />
        </div>
      </header>
      <div>
        <main className={cx(styles.main, styles[width])} id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
      {banner}
    </div>
  )
}

/** Shows who is signed in. Until that is known, an empty box of the same size keeps the layout stable. */
function AccountCorner({ account, onSignOut }: { account: Account; onSignOut: (() => void) | undefined }) {
  const { state, username, displayName, picture } = account
  const areSignUpsOpen = useSiteSettings().signUps === 'open'
  if (state === 'out') {
    return (
      <>
        {areSignUpsOpen && (
          <Link className={cx(styles.signIn, styles.createAccount)} href="/sign-up">
            {m.ui_create_account()}
          </Link>
        )}
        <Link className={styles.signIn} href="/sign-in">
          {m.ui_sign_in()}
        </Link>
      </>
    )
  }
  if (state !== 'in' || !username) return null
  const name = displayName ?? username
  return (
    <>
      <Link className={cx(layout.line2, styles.myself)} href={`/players/${encodeURIComponent(username)}`}>
        <Avatar name={name} picture={picture} />
        <span className={cx(layout.oneLine, styles.myName)}>{name}</span>
      </Link>
      {onSignOut && (
        <Button kind="plain" className={styles.signOut} onClick={onSignOut}>
          {m.ui_sign_out()}
        </Button>
      )}
    </>
  )
}
