import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ScoreField } from '#machines/ui/ScoreField.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { AdminLayout } from '#platform/ui/layouts/AdminLayout.tsx'
import { AppLayout } from '#platform/ui/layouts/AppLayout.tsx'
import { OfflineBanner } from '#platform/ui/layouts/OfflineBanner.tsx'
import { SimpleLayout } from '#platform/ui/layouts/SimpleLayout.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { BoardTable } from '#scores/ui/boards/BoardTable.tsx'
import { WindowTabs } from '#scores/ui/boards/WindowTabs.tsx'
import { ScoreList } from '#scores/ui/cards/ScoreList.tsx'
import { Distribution } from '#scores/ui/charts/Distribution.tsx'
import { Progress } from '#scores/ui/charts/Progress.tsx'
import { SubmitResult } from '#scores/ui/submit/SubmitResult.tsx'
import { GrandChampion } from '../pages/machine/GrandChampion.tsx'
import { MachineHeader } from '../pages/machine/MachineHeader.tsx'

setActiveLocale('en')

const at = new Date('2026-11-21T07:00:00Z')
const who = { username: 'ada', displayName: 'Ada <Moreau>' }
const score = {
  _id: 's1',
  ...who,
  machineId: 'afm',
  machineName: 'Attack From Mars',
  value: 11_234_567_890,
  achievedAt: at,
  createdAt: at,
  status: 'disputed' as const,
  likes: 1,
  comments: 2,
}
const row = {
  _id: 'b1',
  userId: 'u1',
  ...who,
  scoreId: 's1',
  value: 11_234_567_890,
  achievedAt: at,
  status: 'verified' as const,
  supporter: true,
}
const second = { ...row, _id: 'b2', userId: 'u2', displayName: 'Bo', value: 4_218_550 }
const nothing = () => {}
const out = { state: 'out' } as const

const pages: Record<string, ReactNode> = {
  feed: (
    <AppLayout current="home" account={{ state: 'unknown' }} banner={<OfflineBanner status="waiting" retryInMs={3000} onRetry={nothing} />}>
      <ScoreList
        label="Latest scores"
        scores={[score]}
        ranks={new Map([['s1', 1]])}
        personalBests={new Set(['s1'])}
        fresh={new Set(['s1'])}
      />
    </AppLayout>
  ),
  machine: (
    <AppLayout current="machines" account={{ state: 'in', ...who }} onSignOut={nothing} width="board">
      <MachineHeader
        machine={{ name: 'Attack From Mars', manufacturer: 'Bally', year: 1995, type: 'ss', display: 'dmd', playerCount: 4 }}
        players={1204}
      />
      <GrandChampion record={row} />
      <WindowTabs current="week" href={w => `?window=${w}`} />
      <BoardTable caption="All time" rows={[row]} ranks={[1]} ownUserId="u2" ownRow={{ rank: 318, row: second }} />
      <Distribution histogram={[{ from: 1000, to: 20_000_000_000, count: 3 }]} best={row.value} median={4_218_550} mine={4_218_550} />
      <Progress
        points={[
          { at, value: 4_218_550, best: true },
          { at: new Date(at.getTime() + 86_400_000), value: row.value, best: true },
        ]}
      />
    </AppLayout>
  ),
  forms: (
    <SimpleLayout title="Sign in">
      <PasswordField label="Password" autoComplete="current-password" error="Type your password." />
      <Combobox
        label="Machine"
        value="att"
        options={[{ id: 'afm', name: 'Attack From Mars', detail: 'Bally, 1995' }]}
        onTextChange={nothing}
        onPick={nothing}
      />
      <ScoreField label="Score" digits="11234567890" onDigits={nothing} warning="One zero too many?" />
      <FormError message="Something went wrong." />
      <SubmitResult machineName="Attack From Mars" machineHref="/machines/afm" value={1} rank={1} players={3} personalBest />
    </SimpleLayout>
  ),
  states: (
    <AdminLayout title="Administration" account={out} tabs={[{ text: 'Users', href: '/admin/users', current: true }]}>
      <EmptyState title="No scores yet">Be the first.</EmptyState>
      <ErrorState title="It did not load" onRetry={nothing} />
      <Skeleton kind="score-card" count={2} />
    </AdminLayout>
  ),
}

describe.each(Object.entries(pages))('first render of %s', (_, page) => {
  const html = renderToString(page)

  test('has no style attribute and no script, which the policy would block', () => {
    expect(html).not.toMatch(/\sstyle=/)
    expect(html).not.toContain('<script')
  })

  test('does not depend on when or where it runs', () => {
    expect(renderToString(page)).toBe(html)
    expect(html).not.toMatch(/ ago|NaN|undefined/)
  })

  test('has one main landmark and a way to it', () => {
    expect(html.match(/<main/g)).toHaveLength(1)
    expect(html).toContain('href="#main"')
  })
})

test('scores and times stand in plain en-US and UTC', () => {
  const html = renderToString(pages.feed)
  expect(html).toContain('11,234,567,890')
  expect(html).toContain('dateTime="2026-11-21T07:00:00.000Z"')
  expect(html).toContain('>Nov 21, 2026<')
  expect(html).toContain('title="Nov 21, 2026, 07:00 UTC"')
})

test('the bar leads only to pages that exist, and "Me" to oneself', () => {
  expect(renderToString(pages.feed)).toContain('href="/sign-in"')
  expect(renderToString(pages.feed)).toContain('href="/events"')
  expect(renderToString(pages.machine)).toContain('href="/players/ada"')
})

test('the current window and place are marked', () => {
  const html = renderToString(pages.machine)
  expect(html).toMatch(/href="\?window=week"[^>]*aria-current="page"/)
  expect(html).not.toMatch(/href="\?window=all"[^>]*aria-current/)
})

test("the reader's own row is shown where it lies beyond the top", () => {
  const html = renderToString(pages.machine)
  expect(html).toContain('318th place')
  expect(html).toContain('data-row="b2"')
})

test('medals and marks are told in words', () => {
  expect(renderToString(<RankBadge rank={2} />)).toContain('2nd place')
  expect(renderToString(<StatusMark status="disputed" reason="Blurred picture" compact />)).toContain(
    'aria-label="Disputed: Blurred picture"',
  )
  expect(renderToString(<StatusMark status="unverified" />)).toBe('')
})

test('errors are tied to their fields', () => {
  const html = renderToString(pages.forms)
  const id = /aria-describedby="([^"]+-error)"/.exec(html)?.[1]
  expect(id).toBeDefined()
  expect(html).toContain(`id="${id}"`)
})
