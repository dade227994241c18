module blicket

go 1.19
