import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './screen.module.css'
import type { Setting } from './use-pages.ts'
import type { RoundNames } from './use-round-names.ts'

/** The players of a group, on its card. */
export function CardPlayers({ players, names }: { players: readonly string[]; names: RoundNames }) {
  return (
    <ol className={styles.players}>
      {players.map(id => (
        <li key={id} className={layout.oneLine}>
          {names.player(id)}
        </li>
      ))}
    </ol>
  )
}

interface UnseenCardProps {
  /** how many players the card with most of them has */
  players: number
  /** true if a card says which game its group plays */
  hasGame?: boolean
  setting?: Setting
}

/** A card as high as the highest, without its texts, by which it is measured how many fit. */
export function UnseenCard({ players, hasGame = false, setting = 'normal' }: UnseenCardProps) {
  const line = '\u00a0'
  return (
    <div className={styles.unseen} aria-hidden="true">
      <div className={cx(layout.stack, styles.cards, setting === 'compact' && styles.compact)}>
        <div className={styles.card} data-measure={setting}>
          <strong className={styles.machine}>{line}</strong>
          {hasGame && <span>{line}</span>}
          <div className={styles.players}>
            {Array.from({ length: players }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
              <span key={i}>{line}</span>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
