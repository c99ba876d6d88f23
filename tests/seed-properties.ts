import fc from 'fast-check'

/**
 * Property tests try the same cases in each run, so that none fails by chance. With `PROPERTY_SEED=random` they try others, as
 * `npm run test:long` does on other versions of Node; with a number they repeat a run.
 */
const { PROPERTY_SEED = '20261129' } = process.env
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
