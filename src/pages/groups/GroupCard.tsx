import styles from '#groups/ui/groups.module.css'
import { memberCountLabel } from '#groups/ui/member-count.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** One group in the list of public ones, as a row. */
export function GroupCard({ group }: { group: GroupPageData }) {
  return (
    <article className={styles.row}>
      <Avatar name={group.name} picture={smallest(group.picture)} />
      <div className={layout.stack}>
        <h2 className={styles.name}>
          <Link className={cx(layout.oneLine, layout.cover, styles.open)} href={`/groups/${group._id}`}>
            {group.name}
          </Link>
        </h2>
        {group.description !== '' && <p className={cx(layout.oneLine, styles.description)}>{group.description}</p>}
      </div>
      <p className={styles.members}>{memberCountLabel(group.memberCount)}</p>
    </article>
  )
}
