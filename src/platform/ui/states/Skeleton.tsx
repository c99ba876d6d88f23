import * as m from '#messages'
import { VisuallyHidden } from '../controls/VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

export type SkeletonKind = 'score-card' | 'board-row' | 'machine-header' | 'form'

/** A placeholder for content that is loading, at its final size. It starts to shimmer after 300 ms. */
export function Skeleton({ kind, count = 1 }: { kind: SkeletonKind; count?: number }) {
  return (
    <div className={styles[kind]} role="status">
      <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={styles.item} aria-hidden="true">
          <span className={styles.picture} />
          <span className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.shorter} />
          </span>
          <span className={styles.value} />
        </div>
      ))}
    </div>
  )
}
