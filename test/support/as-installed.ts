// Runs before each long test file: the program checks none of its own answers then, as where it is installed. What fuzzes them
// compares them with openapi.json, and all other tests have them checked.
process.env['NODE_ENV'] = 'production';
delete process.env['VITEST'];
