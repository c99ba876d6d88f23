import { use, useState } from 'react'
import { useManagedGroups } from '#events/ui/form/use-managed-groups.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { seriesAdd } from '#series/contract/series-fields.ts'
import { SeriesFields } from '#series/ui/SeriesFields.tsx'
import { checkSeries, NEW_SERIES, placeSeriesError, toSeriesInput } from '#series/ui/series-form-values.ts'
import { seriesHref } from '#series/ui/series-labels.ts'

/** The form of a new season. @param groupId the group chosen at first; '': none */
export function NewSeries({ groupId }: { groupId: string }) {
  const maySite = useHasRole(['admin', 'event-director'])
  const { groups, ready } = useManagedGroups()
  if (!ready) return <Skeleton kind="form" count={3} page />
  if (!maySite && groups.length === 0)
    return (
      <EmptyState title={m.series_new_group_first()} action={<ButtonLink href="/groups/new">{m.ui_create_group()}</ButtonLink>}>
        {m.series_new_group_words()}
      </EmptyState>
    )
  const choices = [
    ...(maySite ? [{ value: '', label: m.series_form_site() }] : []),
    ...groups.map(each => ({ value: each.groupId, label: each.name })),
  ]
  const chosen = (choices.find(({ value }) => value === groupId) ?? choices[0]!).value
  return <NewSeriesForm groups={choices} chosen={chosen} />
}

function NewSeriesForm({ groups, chosen }: { groups: readonly { value: string; label: string }[]; chosen: string }) {
  const add = useMethod(seriesAdd)
  const navigate = use(NavigateContext)
  const requestId = useRequestId()
  const [groupId, setGroupId] = useState(chosen)
  const form = useForm({
    initial: NEW_SERIES,
    check: checkSeries,
    place: placeSeriesError,
    async send(values) {
      const fields = { ...toSeriesInput(values), ...(groupId === '' ? {} : { groupId }) }
      const { slug } = await add({ _id: requestId(fields), ...fields })
      navigate?.(seriesHref(slug))
    },
  })
  return (
    <FormBody form={form} action={m.series_new_action()} wide>
      {groups.length > 1 && <Select label={m.series_form_group()} value={groupId} choices={groups} onChange={setGroupId} />}
      <SeriesFields form={form} />
    </FormBody>
  )
}
