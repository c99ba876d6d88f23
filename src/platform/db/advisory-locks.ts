/**
 * The numbers of the advisory locks in the site's database. Locks with the same number would exclude each other, so every advisory lock has
 * its number here.
 */
export const ADVISORY_LOCKS = {
  /** held while the schema is brought up to date */
  migration: 7_402_911,
  /** held by each node that runs: shared, if nodes communicate with each other */
  instance: 7_402_912,
  /** held while an empty database is filled */
  seed: 7_402_913,
  /** held by the node that has printed the link of the first administrator, for as long as it runs */
  firstAdministratorLink: 7_402_914,
  /** held while the logo is changed, as other pictures lock the row of their subject */
  logo: 7_402_916,
  /** held while a score makes its player an entrant of an event with a limited number of places */
  newcomers: 7_402_918,
  /** held while a user name is chosen, so that the second of two look-alikes is refused */
  lookalikes: 7_402_917,
  /** held while settings of the site are changed: a setting that has its default has no row to lock */
  settings: 7_402_919,
  /** held while a machine is added, so that the second of two equal ones is refused */
  newMachine: 7_402_920,
  /** held while a venue is added, so that no two get the same address */
  newVenue: 7_402_921,
  /** held while an application of another site is added, so that no more are added than there may be */
  newApplication: 7_402_923,
  /** held while a machine board becomes a station, so that it becomes only one */
  stations: 7_402_924,
  /** held while ratings are computed again */
  ratings: 7_402_922,
} as const

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS
