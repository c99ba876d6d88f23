import { CreateAccountLink } from '#accounts/ui/CreateAccountLink.tsx'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHasRole } from '#roles/ui/use-roles.ts'
import styles from './empty-site.module.css'

const NextSteps = lazyComponent(async () => (await import('./NextSteps.tsx')).NextSteps)

/**
 * The home page of a site that has no scores yet: what it is for and how to begin. Administrators also see what of the site is still to be
 * set up.
 */
export function EmptySite({ headingId }: { headingId: string }) {
  const { state } = useAccount()
  const isAdmin = useHasRole(['admin'])
  const offers = [
    { icon: 'machine', href: '/machines', title: m.scores_home_offer_machines(), text: m.scores_home_offer_machines_text() },
    { icon: 'event', href: '/events', title: m.scores_home_offer_events(), text: m.scores_home_offer_events_text() },
    { icon: 'group', href: '/groups', title: m.scores_home_offer_groups(), text: m.scores_home_offer_groups_text() },
  ] as const
  return (
    <div className={layout.stack6}>
      <section className={cx(layout.stack3, styles.welcome)} aria-labelledby={headingId}>
        <p className={styles.first}>{m.scores_home_empty_note()}</p>
        <h1 id={headingId}>{m.scores_home_empty_title()}</h1>
        <p className={styles.text}>{m.scores_home_empty_text({ site: useSiteSettings().name })}</p>
        <div className={cx(layout.row3, styles.actions)}>
          <ButtonLink kind="primary" href="/submit">
            <Icon name="plus" />
            {m.ui_add_first_score()}
          </ButtonLink>
          {(state === 'out' || state === 'unknown') && <CreateAccountLink path="/" />}
        </div>
      </section>
      {isAdmin && <NextSteps />}
      <List className={cx(layout.stack3, styles.offers)}>
        {offers.map(({ icon, href, title, text }) => (
          <li key={href} className={cx(layout.stack1, styles.offer)}>
            <Icon name={icon} />
            <h2>
              <Link href={href}>{title}</Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </List>
    </div>
  )
}
