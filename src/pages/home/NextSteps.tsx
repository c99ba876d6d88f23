import { adminSetup, type SiteSetupDoc } from '#admin/contract.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import styles from './empty-site.module.css'
import { type SetupStep, setupSteps } from './setup-steps.ts'

const labels: Record<SetupStep['name'], { title: () => string; text: (setup: SiteSetupDoc) => string; href: string | null }> = {
  machines: {
    title: m.admin_setup_machines,
    text: ({ machines }) => m.admin_setup_machines_text({ n: plainNumber(machines) }),
    href: '/admin/machines/new',
  },
  mail: {
    title: m.admin_setup_mail,
    text: ({ sendsMail }) => (sendsMail ? m.admin_setup_mail_done() : m.admin_setup_mail_text()),
    href: '/admin/setup',
  },
  accounts: { title: m.admin_setup_invite, text: () => m.admin_setup_invite_text(), href: '/invitations' },
  event: { title: m.admin_setup_event, text: () => m.admin_setup_event_text(), href: '/admin/events/new' },
  score: { title: m.ui_add_first_score, text: () => m.admin_setup_score_text(), href: '/submit' },
}

/** For administrators of a new site: the steps that set it up, with those ticked that are done. */
export function NextSteps() {
  useSubscription(adminSetup, {})
  const setup = useDocument<SiteSetupDoc>('siteSetup', 'site')
  if (setup === undefined) return null
  const steps = setupSteps(setup)
  return (
    <section className={styles.setup} aria-labelledby="setup">
      <header>
        <h2 id="setup">{m.admin_setup()}</h2>
        <p>{m.admin_setup_note({ done: plainNumber(steps.filter(({ done }) => done).length), all: plainNumber(steps.length) })}</p>
      </header>
      <List ordered>
        {steps.map(({ name, done }) => {
          const { title, text, href } = labels[name]
          return (
            <li key={name} className={cx(styles.step, done && styles.done)}>
              <span className={styles.tick}>{done && <Icon name="check" />}</span>
              <h3>
                {href === null ? title() : <Link href={href}>{title()}</Link>}
                {done && <VisuallyHidden>{` ${m.admin_setup_done()}`}</VisuallyHidden>}
              </h3>
              <p>{text(setup)}</p>
            </li>
          )
        })}
      </List>
    </section>
  )
}
