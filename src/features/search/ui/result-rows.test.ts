import { expect, it } from 'vitest'
import type { SearchResults } from '../contract.ts'
import { resultSections } from './result-rows.ts'

const NOTHING: SearchResults = { machines: [], players: [], events: [], groups: [], venues: [] }
const avatar = { url: '/p/1.jpg', width: 160, height: 160 }

it('has no section for kinds without results', () => {
  expect(resultSections(NOTHING)).toEqual([])
})

it('counts the rows through all sections, in the order machines, players, events, groups, venues', () => {
  const sections = resultSections({
    machines: [
      { machineId: 'm1', name: 'Attack', manufacturer: 'Bally', year: 1995, type: 'ss', scores: 3 },
      { machineId: 'm2', name: 'Attic', manufacturer: 'Gottlieb', year: null, type: 'em', scores: 0 },
    ],
    players: [
      { userId: 'u1', username: 'a/b', displayName: 'Ada', avatar },
      { userId: 'u2', username: 'ann', displayName: 'ann' },
    ],
    events: [{ eventId: 'e1', name: 'Night', state: 'live' }],
    groups: [
      { groupId: 'g1', name: 'Club', visibility: 'private', memberCount: 1 },
      { groupId: 'g2', name: 'League', visibility: 'public', memberCount: 12 },
    ],
    venues: [{ venueId: 'v1', slug: 'bühne', name: 'Bühne', place: 'Bremen', timeZone: 'UTC' }],
  })
  expect(sections.map(({ title, offset }) => [title, offset])).toEqual([
    ['Machines', 0],
    ['Players', 2],
    ['Events', 4],
    ['Groups', 5],
    ['Venues', 7],
  ])
  expect(sections.flatMap(({ rows }) => rows.map(({ href, name, detail }) => [href, name, detail]))).toEqual([
    ['/machines/m1', 'Attack', 'Bally, 1995'],
    ['/machines/m2', 'Attic', 'Gottlieb'],
    ['/players/a%2Fb', 'Ada', 'a/b'],
    ['/players/ann', 'ann', ''],
    ['/events/e1', 'Night', 'live'],
    ['/groups/g1', 'Club', '1 member, private'],
    ['/groups/g2', 'League', '12 members'],
    ['/venues/b%C3%BChne', 'Bühne', 'Bremen'],
  ])
  expect(sections.flatMap(({ rows }) => rows.map(({ icon }) => icon)).slice(0, 5)).toEqual([
    { as: 'machine', type: 'ss', year: 1995 },
    { as: 'machine', type: 'em' },
    { as: 'face', picture: avatar },
    { as: 'face' },
    { as: 'event' },
  ])
})
