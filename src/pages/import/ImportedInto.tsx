import type { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import * as m from '#messages'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'

/** Says into which of the user's groups something is imported. @param groupId left out: into none */
export function ImportedInto({ groupId, groups }: Pick<ReturnType<typeof useManagedGroups>, 'groups'> & { groupId: string | undefined }) {
  if (groupId === undefined) return <p>{m.imports_no_group()}</p>
  const name = groups.find(group => group.groupId === groupId)?.name
  // The site refuses the import into a group that the user does not run any more.
  if (name === undefined) return null
  return <p>{renderMessage(m.imports_into_group(), { name: () => <bdi>{name}</bdi> })}</p>
}
