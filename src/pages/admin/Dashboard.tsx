import type { ReactNode } from 'react'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import styles from './admin.module.css'
import { healthRows } from './health-rows.ts'
import { useSiteOverview } from './use-overview.ts'

/**
 * What an administrator wants to know first: what is pending, how much goes on, and whether everything works.
 * @param children shown below it, once its size is known
 */
export function Dashboard({ children }: { children: ReactNode }) {
  const { value, error, reload } = useSiteOverview()
  if (value === null && error !== null) {
    return (
      <>
        <ErrorState title={m.admin_home_failed()} onRetry={reload}>
          {error}
        </ErrorState>
        {children}
      </>
    )
  }
  if (value === null) {
    return (
      <div className={styles.loading}>
        <Skeleton kind="board-row" count={8} />
      </div>
    )
  }
  const { counts, pending } = value
  const tasks = [
    { href: '/admin/scores', text: m.admin_home_scores(), count: pending.scores },
    { href: '/admin/reports', text: m.admin_home_reports(), count: pending.reports },
    { href: '/admin/jobs', text: m.ui_failed_jobs(), count: pending.failedJobs },
  ]
  const numbers = [
    { text: m.ui_players(), count: counts.players, more: m.admin_home_new({ n: plainNumber(counts.newPlayers) }) },
    { text: m.admin_home_scores_today(), count: counts.scoresToday, more: m.admin_home_week({ n: plainNumber(counts.scoresThisWeek) }) },
    { text: m.ui_live_events(), count: counts.eventsLive },
    { text: m.ui_machines(), count: counts.machines },
    { text: m.ui_groups(), count: counts.groups },
  ]
  return (
    <div className={layout.stack5}>
      <section className={cx(layout.stack3, layout.minor)} aria-labelledby="pending">
        <h2 id="pending">{m.admin_home_pending()}</h2>
        <List className={styles.tasks}>
          {tasks.map(({ href, text, count }) => (
            <li key={href}>
              <Link className={cx(layout.line3, styles.task, count === 0 && cx(layout.muted, styles.none))} href={href}>
                <span>{text}</span>
                <strong className={styles.count}>{plainNumber(count)}</strong>
              </Link>
            </li>
          ))}
        </List>
      </section>
      <section className={cx(layout.stack3, layout.minor)} aria-labelledby="numbers">
        <h2 id="numbers">{m.ui_at_a_glance()}</h2>
        <dl className={styles.numbers}>
          {numbers.map(({ text, count, more }) => (
            <div key={text} className={styles.number}>
              <dt>{text}</dt>
              <dd>
                <strong>{plainNumber(count)}</strong>
                {more !== undefined && <span>{more}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={cx(layout.stack3, layout.minor)} aria-labelledby="health">
        <h2 id="health">{m.admin_home_health()}</h2>
        <dl className={styles.health}>
          {healthRows(value, Date.now()).map(({ name, text, at, href, ok }) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd className={cx(ok === false && styles.wrong)}>
                {ok !== null && <Icon name={ok ? 'check' : 'warn'} />}
                <span>
                  {ok === false && <VisuallyHidden>{`${m.admin_home_pending()}: `}</VisuallyHidden>}
                  {href === undefined ? (
                    text
                  ) : (
                    <a href={href} rel="noopener">
                      {text}
                    </a>
                  )}
                  {at !== undefined && (
                    <>
                      {text !== '' && ' · '}
                      <TimeAgo at={at} />
                    </>
                  )}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {children}
    </div>
  )
}
