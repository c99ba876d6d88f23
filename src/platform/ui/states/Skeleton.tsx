import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { VisuallyHidden } from '../controls/VisuallyHidden.tsx'
import { cx } from '../cx.ts'
import styles from './Skeleton.module.css'

export type SkeletonKind = 'score-card' | 'board-row' | 'machine-header' | 'form'

/**
 * A placeholder for content that is loading, at its final size. It starts to shimmer after 300 ms.
 * @param page true: it stands for the content of a page, whose height is not known; what follows it is hidden until that is there
 */
export function Skeleton({ kind, count = 1, page = false }: { kind: SkeletonKind; count?: number; page?: boolean }) {
  return (
    <div className={cx(styles[kind], page && styles.page)} role="status">
      <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no state and nothing that tells them apart
        <div key={i} className={styles.item} aria-hidden="true">
          <span className={styles.picture} />
          <span className={layout.stack2}>
            <span className={styles.line} />
            <span className={styles.shorter} />
          </span>
          <span className={styles.value} />
        </div>
      ))}
    </div>
  )
}
