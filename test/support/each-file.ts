// Runs before each test file. Files share processes, and a server that an earlier file ran has closed new files to others.
process.umask(0o022);
