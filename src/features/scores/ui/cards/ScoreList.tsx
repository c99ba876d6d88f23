import type { ThumbFacts } from '#machines/ui/MachineThumb.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { useCachedHtml } from '#platform/ui/html-cache.ts'
import { type CardScore, ScoreCard, type ScoreCardProps } from './ScoreCard.tsx'
import styles from './ScoreList.module.css'

export type ScoreListProps = {
  /** Label of the section for screen readers: "Latest scores". */
  label: string
  /** Newest first. */
  scores: readonly CardScore[]
  /** Ids of the scores that arrived while the page was open. */
  fresh?: ReadonlySet<string>
  /** By score id. */
  ranks?: ReadonlyMap<string, number>
  /** Anything that has the ids of the scores that are their players' bests. */
  personalBests?: { has(scoreId: string): boolean }
  /** By machine id. */
  machines?: ReadonlyMap<string, ThumbFacts>
  /** By event id; null: the list is an event's own, and its cards do not name it. */
  eventNames?: ReadonlyMap<string, string> | null
}

export function ScoreList({ label, scores, fresh, ranks, personalBests, machines, eventNames }: ScoreListProps) {
  return (
    <section aria-label={label}>
      <List ordered className={styles.list}>
        {scores.map(score => (
          <Item
            key={score._id}
            score={score}
            rank={ranks?.get(score._id)}
            personalBest={personalBests?.has(score._id) ?? false}
            fresh={fresh?.has(score._id) ?? false}
            machine={machines?.get(score.machineId)}
            eventName={eventNames === null ? null : score.eventId === undefined ? undefined : eventNames?.get(score.eventId)}
          />
        ))}
      </List>
    </section>
  )
}

const Item = (props: ScoreCardProps) => <li {...useCachedHtml(ScoreCard, props)} />
