import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { PlayerSummaryDoc } from '#players/contract/summary.ts'
import { CALENDAR_WEEKS, type Calendar, dayStart, LEVELS, layOutCalendar, parseDay } from '#players/rules/calendar.ts'
import { DataTable } from './DataTable.tsx'
import styles from './year.module.css'

/** Width of a column and height of a row, and the length of a cell's side, in units of the drawing. */
const STEP = 10
const SIDE = 8
/** A month has a label if it begins at least this many weeks before the next one and before the end. */
const LABEL_WEEKS = 3

const scoresText = (n: number): string => m.ui_count_scores({ count: n, n: plainNumber(n) })

/** Describes the year in sentences. */
function sentence({ scores, playedDays, busiest }: Calendar): string {
  if (busiest === null) return m.players_year_none()
  const sum = m.players_year_sum({
    scores: scoresText(scores),
    days: m.players_count_days({ count: playedDays, n: plainNumber(playedDays) }),
  })
  return `${sum} ${m.players_year_busiest({ date: plainDate(dayStart(busiest.day)), scores: scoresText(busiest.scores) })}`
}

/** A year of a player, a cell for each UTC day: the more scores, the brighter. A sentence and a table of the months say the same. */
export function PlayerYear({ firstDay, days }: Pick<PlayerSummaryDoc, 'firstDay' | 'days'>) {
  const calendar = layOutCalendar(parseDay(firstDay), days)
  const words = sentence(calendar)
  const labels = calendar.months.filter(({ week }, i) => (calendar.months[i + 1]?.week ?? CALENDAR_WEEKS) - week >= LABEL_WEEKS)
  const toPath = (level: number): string =>
    calendar.days
      .filter(each => each.level === level)
      .map(({ week, weekday }) => `M${week * STEP + 1} ${weekday * STEP + 1}h${SIDE}v${SIDE}h-${SIDE}z`)
      .join('')
  return (
    <figure className={cx(layout.stack2, styles.figure)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens, and only a focusable element is scrolled by keys */}
      <div className={cx(layout.stack1, styles.calendar)} tabIndex={0}>
        <svg className={styles.months} width="100%" aria-hidden="true" focusable="false">
          {labels.map(({ year, month, week }) => (
            <text key={`${year}-${month}`} x={`${Math.round((10_000 * week) / CALENDAR_WEEKS) / 100}%`} y="0.8em">
              {m.players_month({ month })}
            </text>
          ))}
        </svg>
        <svg className={styles.days} viewBox={`0 0 ${CALENDAR_WEEKS * STEP} ${7 * STEP}`} role="img" aria-label={words}>
          {Array.from({ length: LEVELS + 1 }, (_, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the level
            <path key={level} className={styles[`level${level}`]} d={toPath(level)} />
          ))}
        </svg>
      </div>
      <figcaption className={cx(layout.quiet, styles.caption)}>
        <span>{words}</span>
        <span className={styles.legend} aria-hidden="true">
          {m.players_year_less()}
          <svg className={styles.scale} viewBox={`0 0 ${(LEVELS + 1) * STEP} ${STEP}`} focusable="false" aria-hidden="true">
            {Array.from({ length: LEVELS + 1 }, (_, level) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the level
              <rect key={level} className={styles[`level${level}`]} x={level * STEP + 1} y="1" width={SIDE} height={SIDE} />
            ))}
          </svg>
          {m.players_year_more()}
        </span>
      </figcaption>
      {calendar.busiest !== null && (
        <DataTable
          summary={m.players_year_table()}
          columns={[m.ui_month(), m.ui_scores(), m.players_year_days()]}
          rows={calendar.months
            .toReversed()
            .map(({ year, month, scores, days: played }) => [
              `${m.players_month({ month })} ${year}`,
              plainNumber(scores),
              plainNumber(played),
            ])}
        />
      )}
    </figure>
  )
}
