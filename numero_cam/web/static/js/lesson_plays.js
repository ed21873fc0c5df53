// @ts-check
// The examples of the lessons as data; tests play each by the engine, which knows the arithmetic and the points.

/**
 * What happens in a picture of an example.
 * @typedef {object} Step
 * @property {[face: string, to: string][]} [moves] cards, each to `row`, `middle`, `won`, or onto the card of the middle that is named
 * @property {string[]} [marks] cards that are talked about
 * @property {boolean} [open] the far hand is shown
 * @property {Record<string, number>} [gain] points of players
 * @property {string[]} [plays] lines of the game's text that are played thereby
 *
 * An example: the cards that lie there, the take that is made of them card by card, and its steps. Ann sits near, Ben far.
 * @typedef {object} Example
 * @property {string[]} near
 * @property {string[]} far empty: not shown
 * @property {string[][]} middle
 * @property {string} value what its build is worth; empty: there is none
 * @property {(string | string[])[]} row cards and signs of the take; empty: there is none
 * @property {string} card that takes
 * @property {Step[]} steps
 *
 * @typedef {"take" | "build" | "wild" | "clear" | "challenge"} Lesson
 */

/** @type {Record<Lesson, Example[]>} */
export const EXAMPLES = {
  "take": [{
    "near": ["11b", "4g", "2r", "13o", "7b"], "far": [], "middle": [["6r"], ["9o"], ["5g"]], "value": "",
    "row": ["6r", "+", "5g"], "card": "11b",
    "steps": [
      {"marks": ["11b"]},
      {"moves": [["11b", "row"]]},
      {"moves": [["6r", "row"]]},
      {"moves": [["5g", "row"]]},
      {"moves": [["6r", "won"], ["5g", "won"], ["11b", "won"]], "gain": {"Ann": 4}, "plays": ["Ann: take 11b: 6r + 5g"]},
      {}
    ]
  }],
  "build": [{
    "near": ["4g", "12r", "2b", "9o", "15g"], "far": ["3r", "10g", "7b", "1o", "13b"], "middle": [["8o"]], "value": "12",
    "row": [["8o", "4g"]], "card": "12r",
    "steps": [
      {"marks": ["4g", "12r"]},
      {"moves": [["4g", "8o"]], "plays": ["Ann: build 4g: 8o + 4g = 12", "Ann: draw 6b"]},
      {"marks": ["12r"]},
      {"moves": [["3r", "middle"]], "plays": ["Ben: discard 3r", "Ben: draw 5o"]},
      {"moves": [["12r", "row"]]},
      {"moves": [["8o", "row"], ["4g", "row"]]},
      {"moves": [["8o", "won"], ["4g", "won"], ["12r", "won"]], "gain": {"Ann": 4}, "plays": ["Ann: take 12r: [8o 4g]"]}
    ]
  }],
  "wild": [{
    "near": ["15b", "x3", "7r", "2g", "9o"], "far": [], "middle": [["5r"], ["8o"]], "value": "",
    "row": ["5r", "x3"], "card": "15b",
    "steps": [
      {"marks": ["x3"]},
      {"moves": [["15b", "row"]]},
      {"moves": [["5r", "row"]]},
      {"moves": [["x3", "row"]]},
      {"moves": [["5r", "won"], ["x3", "won"], ["15b", "won"]], "gain": {"Ann": 16}, "plays": ["Ann: take 15b: 5r x3"]}
    ]
  }],
  "clear": [{
    "near": ["13r", "4b", "6g", "1o", "8b"], "far": [], "middle": [["10b"], ["3g"]], "value": "",
    "row": ["10b", "+", "3g"], "card": "13r",
    "steps": [
      {"marks": ["13r", "10b", "3g"]},
      {"moves": [["13r", "row"]]},
      {"moves": [["10b", "row"]]},
      {"moves": [["3g", "row"]]},
      {"moves": [["10b", "won"], ["3g", "won"], ["13r", "won"]], "gain": {"Ann": 9}, "plays": ["Ann: take 13r: 10b + 3g"]}
    ]
  }],
  "challenge": [{
    "near": ["9g", "2r", "6o", "14g", "5b"], "far": ["4r", "7g", "1b", "10o", "3b"], "middle": [["8o"]], "value": "12",
    "row": [], "card": "",
    "steps": [
      {},
      {"moves": [["4r", "8o"]], "plays": ["Ben: build 4r: 8o + 4r = 12", "Ben: draw 13g"]},
      {},
      {"open": true},
      {"moves": [["4r", "middle"]], "gain": {"Ben": -20}, "plays": ["Ann: challenge [8o 4r]"]}
    ]
  }, {
    "near": ["9g", "2r", "6o", "14g", "5b"], "far": ["4r", "12g", "1b", "10o", "3b"], "middle": [["8o"]], "value": "12",
    "row": [], "card": "",
    "steps": [
      {"moves": [["4r", "8o"]], "plays": ["Ben: build 4r: 8o + 4r = 12", "Ben: draw 13g"]},
      {"open": true, "marks": ["12g"], "gain": {"Ann": -10}, "plays": ["Ann: challenge [8o 4r]"]},
      {}
    ]
  }]
};
