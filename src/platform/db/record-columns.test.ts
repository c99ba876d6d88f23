import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chosen, optional, required, requiredElsewhere, requiredTime } from '#platform/live/record.ts'
import { timestamp } from '#platform/live/schemas.ts'
import { recordColumns } from './record-columns.ts'

const FIELDS = {
  name: required(v.string()),
  startsAt: requiredTime(timestamp),
  cancelledAt: { ...optional(v.nullable(timestamp), null), time: true as const },
  format: required(v.object({ kind: v.string() })),
  machineIds: requiredElsewhere(v.array(v.string())),
  capacity: chosen(v.nullable(v.number()), null),
  tieBreaks: chosen(v.array(v.string()), ['places']),
}
const columns = recordColumns('events', 'e', FIELDS)
const values = {
  name: 'Spring Open',
  startsAt: new Date('2026-05-01T18:00:00Z'),
  cancelledAt: null,
  format: { kind: 'strikes' },
  machineIds: ['m1'],
  capacity: null,
  tieBreaks: ['places', 'wins'],
}
const row = { ...values, startsAt: values.startsAt.getTime() }

test('a time is in ms in a row, and one that is not known stays null', () => {
  expect(columns.toRow(values)).toEqual(row)
  expect(columns.read(row)).toEqual(values)
  expect(columns.read({ ...row, cancelledAt: 0 }).cancelledAt).toEqual(new Date(0))
})

test('columns get times as dates, objects as JSON and lists as they are, and nothing that is kept elsewhere', () => {
  expect(columns.values(row)).toEqual({
    name: 'Spring Open',
    starts_at: values.startsAt,
    cancelled_at: null,
    format: '{"kind":"strikes"}',
    capacity: null,
    tie_breaks: ['places', 'wins'],
  })
})

test('a statement selects the columns under the names of their fields', () => {
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: each => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  expect(columns.select.compile(db).sql).toBe(
    '"e"."name" AS "name", (extract(epoch FROM "e"."starts_at") * 1000)::bigint AS "startsAt", ' +
      '(extract(epoch FROM "e"."cancelled_at") * 1000)::bigint AS "cancelledAt", "e"."format" AS "format", ' +
      '"e"."capacity" AS "capacity", "e"."tie_breaks" AS "tieBreaks"',
  )
})

test('a field that the table cannot keep does not compile', () => {
  // @ts-expect-error the table has no such column
  expect(recordColumns('events', 'e', { shoeSize: required(v.number()) }).values({ shoeSize: 44 })).toEqual({ shoe_size: 44 })
  // @ts-expect-error the time is not declared as one, so it would stay as a row has it
  expect(recordColumns('events', 'e', { startsAt: required(timestamp) }).read({ startsAt: 44 })).toEqual({ startsAt: 44 })
  // @ts-expect-error the column has JSON, of which the driver would make a list of texts
  expect(recordColumns('events', 'e', { format: required(v.array(v.string())) }).values({ format: ['a'] })).toEqual({ format: ['a'] })
})
