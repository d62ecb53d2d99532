"""Three tables as they would be measured, invented for the book: prices, doses and learning rates.

Each is the text of a file; `read_means` reads it.
"""

# A price in euros, and the share of those asked who would buy; semicolons and decimal commas, as in much of Europe.
PRICES = """\
price;buys;asked
3;0,91;400
4;0,87;400
5;0,78;400
6;0,69;400
7;0,55;400
8;0,38;400
9;0,22;400
10;0,11;400
"""
# A dose in mg, and the share of patients who were better after a week; few had the highest.
DOSES = """\
dose,better,patients
0,0.24,120
5,0.31,118
10,0.45,121
20,0.62,119
40,0.66,117
80,0.49,60
"""
# A learning rate, the accuracy over five seeds and its standard error; set apart by tabs, as a spreadsheet copies.
RATES = """\
rate\taccuracy\tse
0.0001\t0.42\t0.012
0.0003\t0.58\t0.012
0.001\t0.71\t0.010
0.003\t0.78\t0.010
0.01\t0.80\t0.011
0.03\t0.69\t0.020
0.1\t0.35\t0.040
"""
