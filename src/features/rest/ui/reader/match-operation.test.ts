import { expect, it } from 'vitest'
import { operationHasWords } from './match-operation.ts'

const standings = {
  path: '/api/v1/events/standings',
  method: 'get',
  summary: 'events.standings',
  description: 'There are none while the director holds them back.',
}

it('finds an operation by words of its method, path, name and description, in any case and order', () => {
  for (const text of ['', ' ', 'standings', 'EVENTS.Standings', 'get standings', 'director events', '/api/v1/events'])
    expect([text, operationHasWords(standings, text)]).toEqual([text, true])
  for (const text of ['post', 'standings machines', 'boards.top']) expect([text, operationHasWords(standings, text)]).toEqual([text, false])
})
