import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Link } from '../../../platform/ui/Link.tsx'
import styles from './pages/groups.module.css'
import { memberCountWords } from './parts/member-count.ts'
import type { Group } from './parts/use-group.ts'

/** One group in a list. */
export function GroupCard({ group, note }: { group: Group; note?: string }) {
  return (
    <article className={styles.card}>
      <Avatar name={group.name} size="l" />
      <div className={styles.words}>
        <h3>
          <Link className={styles.open} href={`/groups/${group._id}`}>
            {group.name}
          </Link>
        </h3>
        <p className={styles.quiet}>
          {[group.visibility === 'private' && 'Private', memberCountWords(group.memberCount), note].filter(Boolean).join(' · ')}
        </p>
        {group.description !== '' && <p className={styles.description}>{group.description}</p>}
      </div>
    </article>
  )
}
