/** A machine of the demo. Its scores are distributed around 10^`middle`; two in three lie within a factor of 10^`spread` of it. */
export interface DemoMachine {
  name: string
  year: number
  middle: number
  spread: number
}

/**
 * The most played machines first. `middle` and `spread` have one decimal: they
 * are rough estimates, to be checked against real scores where there are some.
 */
const rows: readonly (readonly [name: string, year: number, middle: number, spread: number])[] = [
  ['Attack from Mars', 1995, 9.2, 0.4],
  ['Medieval Madness', 1997, 7, 0.5],
  ['Godzilla', 2021, 7.9, 0.6],
  ['The Addams Family', 1992, 7.5, 0.5],
  ['Monster Bash', 1998, 7.3, 0.5],
  ['Deadpool', 2018, 7.6, 0.6],
  ['Iron Maiden: Legacy of the Beast', 2018, 7.6, 0.5],
  ['Jurassic Park', 2019, 7.5, 0.5],
  ['Metallica', 2013, 6.9, 0.6],
  ['Twilight Zone', 1993, 8.1, 0.4],
  ['JAWS', 2024, 8, 0.6],
  ['Foo Fighters', 2023, 7.6, 0.6],
  ['Tales of the Arabian Nights', 1996, 6.6, 0.5],
  ['Scared Stiff', 1996, 6.6, 0.6],
  ['Star Wars', 2017, 8.3, 0.5],
  ['AC/DC', 2012, 7.2, 0.4],
  ['Indiana Jones: The Pinball Adventure', 1993, 7.8, 0.5],
  ['The Simpsons Pinball Party', 2003, 6.6, 0.6],
  ['Lord of the Rings', 2003, 7, 0.5],
  ['Stranger Things', 2019, 7.9, 0.4],
  ['The Getaway: High Speed II', 1992, 7.4, 0.4],
  ['Black Knight: Sword of Rage', 2019, 7.3, 0.8],
  ['Rush', 2022, 7.5, 0.5],
  ["Elvira's House of Horrors", 2019, 7.1, 0.6],
  ['Fish Tales', 1992, 7.7, 0.4],
  ['White Water', 1993, 7.7, 0.4],
  ['Funhouse', 1990, 6.6, 0.4],
  ['Cactus Canyon', 1998, 7, 0.4],
  ['The Mandalorian', 2021, 7.6, 0.4],
  ['Teenage Mutant Ninja Turtles', 2020, 6.7, 0.7],
  ['Ghostbusters', 2016, 7.7, 0.8],
  ['Game of Thrones', 2015, 7.5, 0.9],
  ['Guardians of the Galaxy', 2017, 7.6, 0.7],
  ['The Walking Dead', 2014, 7.4, 0.5],
  ['Star Trek', 2013, 7.3, 0.6],
  ['Star Trek: The Next Generation', 1993, 8.4, 0.5],
  ['Theatre of Magic', 1995, 8.4, 0.4],
  ["Red & Ted's Road Show", 1994, 8.2, 0.3],
  ['Junk Yard', 1996, 6.9, 0.5],
  ['Disney TRON: Legacy', 2011, 6.9, 0.4],
  ['The Munsters', 2019, 7, 0.6],
  ['The Beatles', 2018, 6.1, 0.3],
  ['Avengers: Infinity Quest', 2020, 7.4, 0.6],
  ['John Wick', 2024, 7.4, 0.8],
  ['Venom', 2023, 7.5, 0.4],
  ['Pulp Fiction', 2023, 5.6, 0.6],
  ['KISS', 2015, 7.4, 0.6],
  ['Batman 66', 2016, 7.8, 0.7],
  ['Taxi', 1988, 6.2, 0.3],
  ['High Speed', 1986, 6.1, 0.3],
  ['Whirlwind', 1990, 6.4, 0.3],
  ['Centaur', 1981, 5.6, 0.3],
  ['Eight Ball Deluxe', 1981, 5.5, 0.3],
  ['Fathom', 1981, 5.4, 0.3],
  ['Black Knight', 1980, 5.6, 0.3],
  ['Gorgar', 1979, 5.2, 0.3],
  ['Meteor', 1979, 5.1, 0.3],
  ['Fireball', 1972, 4.5, 0.2],
  ['Space Mission', 1976, 4.5, 0.2],
  ['El Dorado', 1975, 4.5, 0.2],
]

export const demoMachines: readonly DemoMachine[] = rows.map(([name, year, middle, spread]) => ({ name, year, middle, spread }))
